package dev.tollbooth.integration.starter;

import com.arjuna.ats.arjuna.common.CoordinatorEnvironmentBean;
import com.arjuna.ats.arjuna.common.CoreEnvironmentBean;
import com.arjuna.ats.arjuna.common.ObjectStoreEnvironmentBean;
import com.arjuna.ats.internal.arjuna.objectstore.VolatileStore;
import com.arjuna.common.internal.util.propertyservice.BeanPopulator;
import jakarta.transaction.TransactionManager;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.jdbc.XADataSourceWrapper;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.jta.JtaTransactionManager;

/**
 * An application with transactions of Narayana: Spring Boot creates the XA data source and passes it to the wrapper.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
class DistributedTransactions {

    @Bean
    TransactionManager narayana() throws Exception {
        BeanPopulator.getDefaultInstance(CoreEnvironmentBean.class).setNodeIdentifier("1");
        BeanPopulator.getDefaultInstance(CoordinatorEnvironmentBean.class).setTransactionStatusManagerEnable(false);
        for (String store : new String[] {null, "communicationStore", "stateStore"}) {
            ObjectStoreEnvironmentBean bean = store == null
                    ? BeanPopulator.getDefaultInstance(ObjectStoreEnvironmentBean.class)
                    : BeanPopulator.getNamedInstance(ObjectStoreEnvironmentBean.class, store);
            bean.setObjectStoreType(VolatileStore.class.getName());
        }
        return com.arjuna.ats.jta.TransactionManager.transactionManager();
    }

    @Bean
    JtaTransactionManager transactionManager(TransactionManager narayana) {
        return new JtaTransactionManager(com.arjuna.ats.jta.UserTransaction.userTransaction(), narayana);
    }

    @Bean
    XADataSourceWrapper enlisting(TransactionManager narayana) {
        return xa -> new EnlistingDataSource(xa, narayana);
    }
}
